package io.straggler.agent.inside;

/** Name of a statement of SQL: its text without literals and comments, so that statements which differ in values alone have one name. */
final class SqlText {
    /** Characters of a name. */
    private static final int LONGEST = 200;

    /** Characters that are looked at: what is longer has its values there. */
    private static final int LONGEST_READ = 4_000;

    private static final String VALUE = "?";

    private final String sql;
    private final int end;
    private final StringBuilder name = new StringBuilder();
    private int at;

    private SqlText(String sql) {
        this.sql = sql;
        this.end = Math.min(sql.length(), LONGEST_READ);
    }

    /** The name of a statement; several values in a row become one. Empty for a text without a statement. */
    static String named(String sql) {
        return new SqlText(sql).name();
    }

    private String name() {
        while (at < end && name.length() <= LONGEST) {
            read(sql.charAt(at));
        }
        while (name.length() > 0 && (last() == ' ' || last() == ';')) {
            name.setLength(name.length() - 1);
        }
        if (name.length() > LONGEST) {
            name.setLength(LONGEST - 1);
            name.append('…');
        }
        return name.toString();
    }

    private void read(char next) {
        if (Character.isWhitespace(next)) {
            at++;
            blank();
        } else if (sql.startsWith("--", at)) {
            skip(sql.indexOf('\n', at), 1);
            blank();
        } else if (sql.startsWith("/*", at)) {
            skip(sql.indexOf("*/", at + 2), 2);
            blank();
        } else if (next == '\'') {
            at = quoted(next);
            value();
        } else if (next == '"' || next == '`') {
            int begin = at;
            at = quoted(next);
            name.append(sql, begin, at);
        } else if (Character.isDigit(next) && !isPartOfName()) {
            while (at < end && (Character.isLetterOrDigit(sql.charAt(at)) || sql.charAt(at) == '.')) {
                at++;
            }
            value();
        } else if (next == '?') {
            at++;
            value();
        } else {
            at++;
            name.append(next);
        }
    }

    /** A blank, unless one is there or the text begins. */
    private void blank() {
        if (name.length() > 0 && last() != ' ') {
            name.append(' ');
        }
    }

    private void skip(int found, int length) {
        at = found < 0 ? end : Math.min(end, found + length);
    }

    /** End of the quoted text that begins here; two quotes in it stand for one. */
    private int quoted(char quote) {
        int i = at + 1;
        while (i < end && (sql.charAt(i) != quote || i + 1 < end && sql.charAt(i + 1) == quote)) {
            i += sql.charAt(i) == quote ? 2 : 1;
        }
        return Math.min(end, i + 1);
    }

    private boolean isPartOfName() {
        return name.length() > 0 && (Character.isLetterOrDigit(last()) || "_$#:@".indexOf(last()) >= 0);
    }

    private char last() {
        return name.charAt(name.length() - 1);
    }

    /** Adds a value's mark, unless the value follows another one and a comma. */
    private void value() {
        int before = name.length() - 1;
        while (before >= 0 && name.charAt(before) == ' ') {
            before--;
        }
        if (before >= 0 && name.charAt(before) == ',') {
            before--;
            while (before >= 0 && name.charAt(before) == ' ') {
                before--;
            }
            if (before >= 0 && name.charAt(before) == '?') {
                name.setLength(before + 1);
                return;
            }
        }
        name.append(VALUE);
    }
}
