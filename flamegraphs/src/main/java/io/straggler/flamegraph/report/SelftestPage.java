package io.straggler.flamegraph.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** How often the diagnosis was right, on one page, made of the same parts and under the same policy as {@link HtmlReport}. */
public final class SelftestPage {
    private SelftestPage() {}

    /**
     * Writes the page, replacing one that is there.
     *
     * @param json what {@code selftest.json} holds; {@code docs/selftest.md} describes the fields
     * @param notes what the figures rest on, each begun with the word that names it
     * @param problem why the result is not what was asked for; empty if it is
     */
    public static void write(String json, List<String> notes, String problem, Path file) throws IOException {
        String data = PageData.object(out -> {
            out.writeName("selftest");
            out.writeRawValue(json);
            out.writeArrayPropertyStart("notes");
            notes.forEach(out::writeString);
            out.writeEndArray();
            out.writeStringProperty("problem", problem);
            BudgetSection.writeCauses(out);
        });
        Files.write(file, new PageTemplate("selftest.html").fill(data).getBytes(StandardCharsets.UTF_8));
    }
}
