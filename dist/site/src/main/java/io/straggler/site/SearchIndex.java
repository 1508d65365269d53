package io.straggler.site;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** What the search looks through: every section of every page, as a script, because a page on disk may not read a file of data. */
final class SearchIndex {
    private SearchIndex() {}

    static String script(List<Page> pages) {
        List<Map<String, String>> entries = new ArrayList<>();
        for (Page page : pages) {
            for (Section section : page.sections()) {
                String anchor = section.anchor().isEmpty() ? "" : "#" + section.anchor();
                entries.add(Map.of(
                        "page", page.title(),
                        "href", page.target().toString().replace('\\', '/') + anchor,
                        "heading", section.heading(),
                        "text", section.text()));
            }
        }
        return "window.stragglerSearchIndex = " + JsonMapper.shared().writeValueAsString(entries) + ";\n";
    }
}
