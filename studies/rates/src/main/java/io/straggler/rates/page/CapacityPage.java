package io.straggler.rates.page;

import io.straggler.flamegraph.page.CausesJson;
import io.straggler.flamegraph.page.PageJson;
import io.straggler.flamegraph.page.PageTemplate;
import io.straggler.flamegraph.report.HtmlReport;
import io.straggler.model.file.WholeFile;
import io.straggler.rates.json.CapacityJsonFormat;
import io.straggler.rates.result.Capacity;
import java.io.IOException;
import java.nio.file.Path;

/** The highest rate that is sustained on one page, made of the same parts and under the same policy as {@link HtmlReport}. */
public final class CapacityPage {
    private CapacityPage() {}

    /** Writes the page, replacing one that is there. */
    public static void write(Capacity capacity, Path file) throws IOException {
        String json = PageJson.object(out -> {
            CapacityJsonFormat.writeProperties(capacity, out);
            CausesJson.writeCauses(out);
        });
        WholeFile.write(file, new PageTemplate(CapacityPage.class, "capacity.html").fill(json));
    }
}
