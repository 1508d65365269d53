package io.straggler.site;

/**
 * What stands under one heading, as the search finds it.
 *
 * @param anchor of the heading on its page
 * @param heading without markup
 * @param text without markup, up to the next heading
 */
record Section(String anchor, String heading, String text) {}
