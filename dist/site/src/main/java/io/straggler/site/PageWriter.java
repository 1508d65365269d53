package io.straggler.site;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.commonmark.Extension;
import org.commonmark.node.Heading;
import org.commonmark.node.Node;
import org.commonmark.node.Text;
import org.commonmark.renderer.html.AttributeProvider;
import org.commonmark.renderer.html.HtmlRenderer;

/** Pages as HTML, each with the contents of the site beside it. */
final class PageWriter {
    private static final Pattern PLACE = Pattern.compile("\\{\\{([a-z]+)}}");
    private static final int NAMED_IN_CONTENTS = 2;
    private static final HtmlRenderer ESCAPING = HtmlRenderer.builder().build();

    private final String template;
    private final List<Extension> extensions;
    private final List<Page> contents;
    private final Links links;

    /**
     * @param template with places such as <code>{{title}}</code>
     * @param extensions that pages were parsed with
     * @param contents in their order
     */
    PageWriter(String template, List<Extension> extensions, List<Page> contents, Links links) {
        this.template = template;
        this.extensions = extensions;
        this.contents = contents;
        this.links = links;
    }

    /** @throws BrokenLinkException if the page links to what is not there */
    String page(Page page) {
        HtmlRenderer renderer = HtmlRenderer.builder()
                .extensions(extensions)
                .escapeHtml(true)
                .attributeProviderFactory(context -> attributes(page))
                .build();
        return fill(page.title(), page.target(), contents(page.target(), page), renderer.render(page.document()));
    }

    /** The pages of a folder by their titles. */
    String folder(Path folder, String title, List<Page> pages) {
        Path target = Links.targetOfFolder(folder);
        String items = pages.stream()
                .map(page -> item(target, page, "") + "</li>")
                .collect(Collectors.joining("\n", "<ul>\n", "\n</ul>"));
        return fill(title, target, contents(target, null), "<h1>" + escaped(title) + "</h1>\n" + items);
    }

    /** A file of the checkout that pages link to. */
    String text(Path file, String text) {
        Path target = Links.targetOfText(file);
        String name = file.toString().replace('\\', '/');
        return fill(
                name,
                target,
                contents(target, null),
                "<h1>" + escaped(name) + "</h1>\n<pre tabindex=\"0\"><code>" + escaped(text) + "</code></pre>");
    }

    private AttributeProvider attributes(Page page) {
        return (Node node, String tag, Map<String, String> attributes) -> {
            String anchor = page.anchors().get(node);
            if (anchor != null) {
                attributes.put("id", anchor);
            }
            attributes.computeIfPresent("href", (name, destination) -> links.resolve(page, destination));
            attributes.computeIfPresent("src", (name, destination) -> links.resolve(page, destination));
            if (tag.equals("table") || tag.equals("pre")) {
                // What is wider than the window scrolls, by keys too.
                attributes.put("tabindex", "0");
            }
        };
    }

    private String contents(Path target, Page current) {
        StringBuilder list = new StringBuilder("<ul>\n");
        for (Page page : contents) {
            if (page == current) {
                list.append(item(target, page, " aria-current=\"page\""))
                        .append(headings(page))
                        .append("</li>\n");
            } else {
                list.append(item(target, page, "")).append("</li>\n");
            }
        }
        return list.append("</ul>").toString();
    }

    private static String item(Path target, Page page, String more) {
        return "<li><a href=\"" + escaped(Links.relative(target, page.target())) + "\"" + more + ">"
                + escaped(page.title()) + "</a>";
    }

    private static String headings(Page page) {
        StringBuilder list = new StringBuilder("\n<ul>\n");
        for (Node block = page.document().getFirstChild(); block != null; block = block.getNext()) {
            if (block instanceof Heading heading && heading.getLevel() == NAMED_IN_CONTENTS) {
                list.append("<li><a href=\"#")
                        .append(escaped(page.anchors().get(heading)))
                        .append("\">")
                        .append(escaped(Page.text(heading)))
                        .append("</a></li>\n");
            }
        }
        return list.append("</ul>").toString();
    }

    private String fill(String title, Path target, String contents, String body) {
        String root = "../".repeat(target.getNameCount() - 1);
        Map<String, String> places = Map.of("title", escaped(title), "root", root, "contents", contents, "body", body);
        return PLACE.matcher(template)
                .replaceAll(place -> Matcher.quoteReplacement(places.getOrDefault(place.group(1), place.group())));
    }

    private static String escaped(String text) {
        return ESCAPING.render(new Text(text));
    }
}
