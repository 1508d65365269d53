package io.straggler.benchmarks.recording;

import io.straggler.benchmarks.support.Arguments;
import io.straggler.benchmarks.support.Figures;
import io.straggler.benchmarks.support.TemporaryFolder;
import io.straggler.flamegraph.ClassicFlameGraphFormat;
import io.straggler.flamegraph.report.HtmlReport;
import io.straggler.flamegraph.report.HugeRun;
import io.straggler.flamegraph.report.ReportData;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * How large and how quick the report page of a huge run is in Chromium, beside the page that the profiler's converter makes of the
 * same stacks. What takes long is measured in the page, as time until it has been drawn.
 */
public final class PageBenchmark {
    private static final String GRAPH = "Straggler.panels.flames.panel.graph";

    /** When the headline and when everything could be read, by the page's own clock. */
    private static final String WATCH = """
            new MutationObserver(() => {
              if (!window.headlineAt && document.querySelector('h1')) { requestAnimationFrame(() => { window.headlineAt = window.headlineAt || performance.now(); }); }
              if (!window.drawnAt && document.documentElement && document.documentElement.dataset.drawn) { window.drawnAt = performance.now(); }
            }).observe(document, {childList: true, subtree: true, attributes: true});
            """;

    /** The longest time between two frames from now on. */
    private static final String FRAMES =
            "window.longest = 0; { let last = performance.now(); const next = () => { const now = performance.now();"
                    + " window.longest = Math.max(window.longest, now - last); last = now; requestAnimationFrame(next); };"
                    + " requestAnimationFrame(next); } 1";

    private PageBenchmark() {}

    private record Opened(double firstPaintMs, double headlineMs, double drawnMs) {}

    public static void main(String[] args) throws IOException, InterruptedException {
        Arguments arguments = Arguments.of(
                args,
                Map.of("outliers", 100_000L, "stacks", 50_000L, "repeats", 5L),
                Map.of("outliers", 5_000L, "stacks", 2_000L, "repeats", 1L));
        System.out.println("page " + arguments);
        ReportData run = HugeRun.of(arguments.number("outliers"), arguments.number("stacks"));
        try (TemporaryFolder folder = TemporaryFolder.create()) {
            Path report = folder.path().resolve("report.html");
            Path classic = folder.path().resolve("classic.html");
            HtmlReport.write(run, report);
            try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(classic))) {
                ClassicFlameGraphFormat.write(
                        "outliers", run.conclusions().diagnosis().outlierStacks(), 0, out);
            }
            System.out.println(
                    "                        file   first paint   headline      drawn     search       zoom   frame while brushing");
            try (ChromiumTab tab = ChromiumTab.open(folder.path())) {
                tab.before(WATCH);
                straggler(tab, report, arguments.count("repeats"));
                converter(tab, classic, arguments.count("repeats"));
            }
        }
    }

    private static void straggler(ChromiumTab tab, Path report, int repeats) throws IOException, InterruptedException {
        List<double[]> rows = new ArrayList<>();
        for (int k = 0; k < repeats; k++) {
            Opened opened = open(tab, report, "window.drawnAt");
            double search = tab.number(timed(GRAPH + ".search(/Leaf4.*compute/i); " + GRAPH + ".draw();"));
            double zoom = tab.number(timed(GRAPH + ".zoom(" + GRAPH + ".view.tree.heaviestChild(" + GRAPH
                    + ".view.tree.heaviestChild(0))); " + GRAPH + ".draw();"));
            rows.add(new double[] {opened.firstPaintMs, opened.headlineMs, opened.drawnMs, search, zoom, brush(tab)});
        }
        print("Straggler", report, rows);
    }

    private static void converter(ChromiumTab tab, Path classic, int repeats) throws IOException, InterruptedException {
        List<double[]> rows = new ArrayList<>();
        for (int k = 0; k < repeats; k++) {
            Opened opened = open(tab, classic, "(document.readyState === 'complete' ? performance.now() : 0)");
            double search = tab.number(timed("search('Leaf4.*compute');"));
            double zoom = tab.number(timed("render(levels[2][0]);"));
            rows.add(new double[] {opened.firstPaintMs, Double.NaN, opened.drawnMs, search, zoom, Double.NaN});
        }
        print("the converter's page", classic, rows);
    }

    private static Opened open(ChromiumTab tab, Path file, String drawn) throws IOException, InterruptedException {
        tab.navigate(file);
        double drawnMs = tab.number("new Promise(done => { const look = () => { const at = " + drawn
                + "; at ? done(at) : setTimeout(look, 20); }; look(); })");
        double firstPaintMs =
                tab.number("(performance.getEntriesByName('first-contentful-paint')[0] || {startTime: 0}).startTime");
        return new Opened(firstPaintMs, tab.number("window.headlineAt || 0"), drawnMs);
    }

    /** What a statement takes until it is done. What it draws, it draws at once. */
    private static String timed(String statement) {
        return "(() => { const from = performance.now(); " + statement + " return performance.now() - from; })()";
    }

    /** Drags over the time panel, and gives the longest time between two frames meanwhile. */
    private static double brush(ChromiumTab tab) throws IOException, InterruptedException {
        String box = "Straggler.panels.timeline.plot.canvas.getBoundingClientRect()";
        tab.number("document.getElementById('timeline').scrollIntoView(), 1");
        settle(tab);
        double left = tab.number(box + ".left");
        double top = tab.number(box + ".top");
        tab.mouse("mousePressed", left + 150, top + 30);
        tab.mouse("mouseMoved", left + 170, top + 30);
        settle(tab);
        tab.number(FRAMES);
        for (int x = 180; x < 1_100; x += 10) {
            tab.mouse("mouseMoved", left + x, top + 30);
        }
        tab.mouse("mouseReleased", left + 1_100, top + 30);
        settle(tab);
        double longest = tab.number("window.longest");
        tab.number("Straggler.panels.timeline.selection.clear(), 1");
        settle(tab);
        return longest;
    }

    private static void settle(ChromiumTab tab) throws IOException, InterruptedException {
        tab.number(
                "new Promise(done => { let left = 30; const next = () => left-- ? requestAnimationFrame(next) : done(1); next(); })");
    }

    private static void print(String name, Path file, List<double[]> rows) throws IOException {
        System.out.printf(Locale.ROOT, "%-20s %5.2f MB", name, Files.size(file) / 1e6);
        for (int column = 0; column < rows.get(0).length; column++) {
            int at = column;
            double median = Figures.median(rows, row -> row[at]);
            System.out.print(Double.isNaN(median) ? "          –" : String.format(Locale.ROOT, "%8.0f ms", median));
        }
        System.out.println();
    }
}
