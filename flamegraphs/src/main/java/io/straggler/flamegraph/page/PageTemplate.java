package io.straggler.flamegraph.page;

import io.straggler.model.text.Background;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;

/**
 * A page without its data. The template opens in a browser as it is, with its style and its script beside it; here they are written
 * into it, and the content policy is made of their hashes. The build ({@code flamegraphs/pages.xml}) makes the template of a file in
 * {@code src/main/pages} of the page's module and of the head that all pages share, and the script of the modules in {@code src/main/scripts}:
 * each kind of page has a folder there, and {@code main.js} in it imports what the page shows.
 *
 * <p>The data is compressed: the numbers of a long run take a third of the room. It is Base64, so no name can end its element.
 */
public final class PageTemplate {
    private static final Pattern STYLE = Pattern.compile("<link rel=\"stylesheet\" href=\"([a-z.-]+)\">");
    private static final Pattern SCRIPT = Pattern.compile("<script src=\"([a-z.-]+)\"></script>");
    private static final Pattern DATA =
            Pattern.compile("<script type=\"application/json\" id=\"data\">.*?</script>", Pattern.DOTALL);
    private static final String POLICY = "<!-- content policy -->";

    private final Class<?> place;
    private final String name;

    /**
     * @param place a class in whose package the template and its script are resources
     * @param name file name of the template
     */
    public PageTemplate(Class<?> place, String name) {
        this.place = place;
        this.name = name;
    }

    /** The page with {@code json} in it. */
    public String fill(String json) throws IOException {
        return fill(() -> json);
    }

    /** The page with the JSON of {@code json} in it; the template is read while that is made. */
    public String fill(Supplier<String> json) throws IOException {
        Background<String> empty = Background.start(this::empty);
        String data = compressed(json.get());
        try {
            return fill(empty.result(), data);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private String empty() {
        try {
            List<String> styleHashes = new ArrayList<>();
            List<String> scriptHashes = new ArrayList<>();
            String page = resource(name);
            page = inline(page, STYLE, "style", styleHashes);
            page = inline(page, SCRIPT, "script", scriptHashes);
            return page.replace(POLICY, policy(styleHashes, scriptHashes));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String fill(String page, String compressed) {
        Matcher data = DATA.matcher(page);
        if (!data.find()) {
            throw new IllegalStateException("template must have a data element: template=" + name);
        }
        return page.substring(0, data.start()) + "<script type=\"text/plain\" id=\"data\">" + compressed + "</script>"
                + page.substring(data.end());
    }

    private static String compressed(String json) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        // The best that it can would take three times as long, for a tenth of the size.
        Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
        try (DeflaterOutputStream out = new DeflaterOutputStream(bytes, deflater)) {
            out.write(json.getBytes(StandardCharsets.UTF_8));
        } finally {
            deflater.end();
        }
        return Base64.getEncoder().encodeToString(bytes.toByteArray());
    }

    private String inline(String page, Pattern tag, String element, List<String> hashes) throws IOException {
        StringBuilder filled = new StringBuilder(page.length());
        int since = 0;
        Matcher matcher = tag.matcher(page);
        while (matcher.find()) {
            String content = resource(matcher.group(1));
            hashes.add("'sha256-" + sha256(content) + "'");
            filled.append(page, since, matcher.start());
            filled.append("<" + element + ">").append(content).append("</" + element + ">");
            since = matcher.end();
        }
        return filled.append(page, since, page.length()).toString();
    }

    private static String policy(List<String> styleHashes, List<String> scriptHashes) {
        return "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; base-uri 'none';"
                + " form-action 'none'; script-src " + String.join(" ", scriptHashes) + "; style-src "
                + String.join(" ", styleHashes) + "\">";
    }

    private String resource(String name) throws IOException {
        try (InputStream in = stream(name)) {
            if (in == null) {
                throw new IOException("resource must be on the class path: resource=" + name);
            }
            // A browser hashes what its parser hands over, and that has no carriage returns.
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .replace("\r\n", "\n")
                    .replace('\r', '\n');
        }
    }

    /** A resource of the page's own package, or else one that all pages share. */
    private InputStream stream(String name) {
        InputStream own = place.getResourceAsStream(name);
        return own == null ? PageTemplate.class.getResourceAsStream(name) : own;
    }

    private static String sha256(String content) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            return Base64.getEncoder().encodeToString(digest.digest(content.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
