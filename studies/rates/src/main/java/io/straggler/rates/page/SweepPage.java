package io.straggler.rates.page;

import io.straggler.flamegraph.page.CausesJson;
import io.straggler.flamegraph.page.PageJson;
import io.straggler.flamegraph.page.PageTemplate;
import io.straggler.flamegraph.report.HtmlReport;
import io.straggler.model.file.WholeFile;
import io.straggler.rates.json.SweepJsonFormat;
import io.straggler.rates.result.SweptRates;
import java.io.IOException;
import java.nio.file.Path;

/** Latency over throughput on one page, made of the same parts and under the same policy as {@link HtmlReport}. */
public final class SweepPage {
    private SweepPage() {}

    /** Writes the page, replacing one that is there; it links to the reports in the folders below its own. */
    public static void write(SweptRates sweep, Path file) throws IOException {
        String json = PageJson.object(out -> {
            SweepJsonFormat.writeProperties(sweep, out);
            CausesJson.writeCauses(out);
        });
        WholeFile.write(file, new PageTemplate(SweepPage.class, "sweep.html").fill(json));
    }
}
