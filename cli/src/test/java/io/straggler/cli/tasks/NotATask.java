package io.straggler.cli.tasks;

public final class NotATask {}
