package io.straggler.selftest.page;

import io.straggler.flamegraph.page.CausesJson;
import io.straggler.flamegraph.page.PageJson;
import io.straggler.flamegraph.page.PageTemplate;
import io.straggler.flamegraph.report.HtmlReport;
import io.straggler.model.file.WholeFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** How often the diagnosis was right, on one page, made of the same parts and under the same policy as {@link HtmlReport}. */
public final class SelftestPage {
    private SelftestPage() {}

    /**
     * Writes the page, replacing one that is there.
     *
     * @param json what {@code selftest.json} holds; {@code docs/reference/selftest.md} describes the fields
     * @param notes what the figures rest on, each begun with the word that names it
     * @param problem why the result is not what was asked for; empty if it is
     */
    public static void write(String json, List<String> notes, String problem, Path file) throws IOException {
        String data = PageJson.object(out -> {
            out.writeName("selftest");
            out.writeRawValue(json);
            out.writeArrayPropertyStart("notes");
            notes.forEach(out::writeString);
            out.writeEndArray();
            out.writeStringProperty("problem", problem);
            CausesJson.writeCauses(out);
        });
        WholeFile.write(file, new PageTemplate(SelftestPage.class, "selftest.html").fill(data));
    }
}
