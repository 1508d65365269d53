package io.straggler.flamegraph.report;

import io.straggler.flamegraph.page.PageTemplate;
import io.straggler.model.file.WholeFile;
import java.io.IOException;
import java.nio.file.Path;

/**
 * {@code report.html}: one page that needs no network and opens from disk, under a content policy that allows nothing but the
 * scripts and the style that were written into it.
 *
 * <p>Names from the measured program reach the page as data only, and its scripts show them as text only.
 */
public final class HtmlReport {
    private HtmlReport() {}

    /** Writes the page, replacing one that is there. */
    public static void write(ReportData data, Path file) throws IOException {
        String page = new PageTemplate(HtmlReport.class, "report.html").fill(() -> PageData.of(data));
        WholeFile.write(file, page);
    }
}
