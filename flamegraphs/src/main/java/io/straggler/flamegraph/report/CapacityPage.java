package io.straggler.flamegraph.report;

import io.straggler.diagnosis.rates.Capacity;
import io.straggler.flamegraph.json.CapacityJsonFormat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The highest rate that is sustained on one page, made of the same parts and under the same policy as {@link HtmlReport}. */
public final class CapacityPage {
    private CapacityPage() {}

    /** Writes the page, replacing one that is there. */
    public static void write(Capacity capacity, Path file) throws IOException {
        String json = PageData.object(out -> {
            CapacityJsonFormat.writeProperties(capacity, out);
            BudgetSection.writeCauses(out);
        });
        Files.write(file, new PageTemplate("capacity.html").fill(json).getBytes(StandardCharsets.UTF_8));
    }
}
