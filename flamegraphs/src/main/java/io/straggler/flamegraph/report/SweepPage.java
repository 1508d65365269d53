package io.straggler.flamegraph.report;

import io.straggler.diagnosis.rates.SweptRates;
import io.straggler.flamegraph.json.SweepJsonFormat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Latency over throughput on one page, made of the same parts and under the same policy as {@link HtmlReport}. */
public final class SweepPage {
    private SweepPage() {}

    /** Writes the page, replacing one that is there; it links to the reports in the folders below its own. */
    public static void write(SweptRates sweep, Path file) throws IOException {
        String json = PageData.object(out -> {
            SweepJsonFormat.writeProperties(sweep, out);
            BudgetSection.writeCauses(out);
        });
        Files.write(file, new PageTemplate("sweep.html").fill(json).getBytes(StandardCharsets.UTF_8));
    }
}
