package io.straggler.flamegraph.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ReducedMotion;
import com.microsoft.playwright.options.WaitForSelectorState;
import io.straggler.flamegraph.report.HtmlReport;
import io.straggler.flamegraph.report.ReportData;
import io.straggler.flamegraph.report.ReportSamples;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** A page in a tab of its own, opened from disk. Whatever it complains about or tries to fetch fails the test when it is closed. */
public final class OpenPage implements AutoCloseable {
    /** Kept as build artefacts, to be looked at. */
    private static final Path SCREENSHOTS = Path.of("target", "screenshots");

    /** The modules that the build makes one script of for each page. */
    private static final Path SCRIPTS = Path.of("..", "target", "scripts");

    /** Where a page is that loads the modules themselves; nothing listens there. */
    private static final String MODULES = "https://modules.test/";

    /** Widths of a telephone's screen and of a wide one, in pixels. */
    private static final int NARROW = 400;

    private static final int WIDE = 1440;

    private static final String AXE = "/META-INF/resources/webjars/axe-core/4.6.3/axe.min.js";

    public static final Map<String, Supplier<ReportData>> SAMPLES = Map.of(
            "realistic", ReportSamples::realistic,
            "queued", ReportSamples::queued,
            "allocating", ReportSamples::allocating,
            "empty", ReportSamples::empty,
            "saturated", ReportSamples::saturated,
            "failed", ReportSamples::failed,
            "one", ReportSamples::oneIteration,
            "recursive", ReportSamples::recursive,
            "any-program", ReportSamples::ofAnyProgram,
            "hostile", ReportSamples::hostile);

    /** The pages of the samples that a test has asked for. */
    private static final Map<String, String> MADE = new ConcurrentHashMap<>();

    private final BrowserContext context;
    private final Page page;
    private final Path file;
    private final List<String> complaints = new ArrayList<>();

    private OpenPage(Path file, ColorScheme scheme, int width) {
        this.file = file;
        this.context = Chromium.shared()
                .newContext(new Browser.NewContextOptions()
                        .setViewportSize(width, 900)
                        .setColorScheme(scheme)
                        .setReducedMotion(ReducedMotion.REDUCE)
                        .setAcceptDownloads(true));
        context.setDefaultTimeout(Chromium.PATIENCE_MS);
        this.page = context.newPage();
        page.onConsoleMessage(message -> {
            boolean serious = message.type().equals("error") || message.type().equals("warning");
            // axe measures with a canvas of its own.
            if (serious && !message.text().contains("willReadFrequently")) {
                complaints.add(message.type() + ": " + message.text());
            }
        });
        page.onPageError(complaints::add);
        page.onDialog(dialog -> {
            complaints.add("dialog: " + dialog.message());
            dialog.dismiss();
        });
        page.onRequest(request -> {
            if (Stream.of("file:", "blob:", MODULES).noneMatch(request.url()::startsWith)) {
                complaints.add("request: " + request.url());
            }
        });
    }

    private OpenPage at(String address) {
        page.navigate(address);
        page.waitForSelector(
                "html[data-drawn]", new Page.WaitForSelectorOptions().setState(WaitForSelectorState.ATTACHED));
        return this;
    }

    /** Opens a file in light colours on a wide screen. */
    public static OpenPage of(Path file) {
        return of(file, "", ColorScheme.LIGHT, WIDE);
    }

    /** @param hash what follows the file's address, or empty */
    public static OpenPage of(Path file, String hash, ColorScheme scheme, int width) {
        return new OpenPage(file, scheme, width).at(file.toUri() + hash);
    }

    /** Opens a report that loads the modules instead of the script made of them, so that a test can import what they export. */
    public static OpenPage ofModules(Path file) {
        OpenPage open = new OpenPage(file, ColorScheme.LIGHT, WIDE);
        open.page.route(MODULES + "**", OpenPage::fulfilWithModule);
        open.page.route(
                MODULES,
                route -> route.fulfill(
                        new Route.FulfillOptions().setContentType("text/html").setBody(unbundled(file))));
        return open.at(MODULES);
    }

    private static void fulfilWithModule(Route route) {
        String path = URI.create(route.request().url()).getPath().substring(1);
        route.fulfill(
                new Route.FulfillOptions().setContentType("text/javascript").setBody(read(SCRIPTS.resolve(path))));
    }

    /** Without the policy, which allows no other script than the page's own. */
    private static String unbundled(Path file) {
        return read(file)
                .replaceAll("<meta http-equiv=\"Content-Security-Policy\"[^>]*>", "")
                .replaceAll("(?s)<script>.*?</script>", "<script type=\"module\" src=\"/report/main.js\"></script>");
    }

    private static String read(Path file) {
        try {
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes a sample, which is made once for all tests of a JVM. */
    public static Path write(Path folder, String name) {
        String page = MADE.computeIfAbsent(
                name, made -> read(write(folder, made, SAMPLES.get(made).get())));
        try {
            return Files.writeString(folder.resolve(name + ".html"), page);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static Path write(Path folder, String name, ReportData data) {
        Path file = folder.resolve(name + ".html");
        try {
            HtmlReport.write(data, file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return file;
    }

    public Page page() {
        return page;
    }

    /** The value of an expression in the page. */
    public Object value(String expression) {
        return page.evaluate("() => (" + expression + ")");
    }

    public double number(String expression) {
        return ((Number) value(expression)).doubleValue();
    }

    public String text(String selector) {
        return page.innerText(selector);
    }

    /** Waits until everything that was asked for has been worked out and drawn. */
    public void settle() {
        page.evaluate(
                "() => new Promise(done => { const work = Straggler.working; let left = 4;"
                        + " const next = () => { left = work.size > 0 ? 4 : left - 1; left > 0 ? requestAnimationFrame(next) : done(); }; next(); })");
    }

    /** Keeps a picture of the whole page. */
    public void screenshot(String name) {
        page.screenshot(new Page.ScreenshotOptions()
                .setPath(SCREENSHOTS.resolve(name + ".png"))
                .setFullPage(true));
    }

    /**
     * Looks at the page on a telephone's screen and on a wide one, one in light and one in dark colours: it must have been drawn, fit, and have
     * nothing serious for axe to find. Keeps a picture of each. Names decide which screen is dark, so that all four looks are seen of some pages.
     */
    public void shouldBeReadableByEverybody(String name) {
        boolean narrowIsDark = name.length() % 2 == 0;
        shouldBeReadable(name, NARROW, narrowIsDark ? ColorScheme.DARK : ColorScheme.LIGHT);
        shouldBeReadable(name, WIDE, narrowIsDark ? ColorScheme.LIGHT : ColorScheme.DARK);
    }

    /** Looks at the page in both themes on both screens. */
    public void shouldBeReadableInAllLooks(String name) {
        for (int width : List.of(NARROW, WIDE)) {
            shouldBeReadable(name, width, ColorScheme.LIGHT);
            shouldBeReadable(name, width, ColorScheme.DARK);
        }
    }

    private void shouldBeReadable(String name, int width, ColorScheme scheme) {
        page.setViewportSize(width, 900);
        page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
        settle();
        String look = name + "-" + scheme.name().toLowerCase(Locale.ROOT) + "-" + width;
        screenshot(look);
        assertThat(value("document.documentElement.dataset.theme"))
                .isEqualTo(scheme.name().toLowerCase(Locale.ROOT));
        assertThat(text("main")).as(look).doesNotContain("could not be drawn");
        assertThat(overflow()).as(look).isZero();
        assertThat(seriousFindings()).as(look).isEmpty();
    }

    /** What axe finds that is at least serious: rule, places and reasons. */
    @SuppressWarnings("unchecked")
    public List<String> seriousFindings() {
        if (value("typeof axe").equals("undefined")) {
            page.evaluate(axe());
        }
        return (List<String>)
                page.evaluate(
                        "() => axe.run(document, {resultTypes: ['violations'], preload: false}).then(result => result.violations"
                                + ".filter(one => one.impact === 'serious' || one.impact === 'critical')"
                                + ".map(one => one.id + ': ' + one.nodes.slice(0, 6).map(node => node.target.join(' ') + ' '"
                                + " + [...node.any, ...node.all, ...node.none].map(check => check.message).join()).join(' | ')))");
    }

    private static String axe() {
        try (var in = OpenPage.class.getResourceAsStream(AXE)) {
            assertThat(in).as(AXE).isNotNull();
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** How far the page is wider than its window. */
    public double overflow() {
        return number("document.documentElement.scrollWidth - document.documentElement.clientWidth");
    }

    @Override
    public void close() {
        context.close();
        assertThat(complaints)
                .as("what %s complained about", file.getFileName())
                .isEmpty();
    }
}
