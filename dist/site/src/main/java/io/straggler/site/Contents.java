package io.straggler.site;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.BulletList;
import org.commonmark.node.Heading;
import org.commonmark.node.Link;
import org.commonmark.node.Node;

/** In which order pages are offered: as the list of the first page has them, then what it leaves out. */
final class Contents {
    private static final Path FIRST = Path.of("README.md");
    private static final String LIST = "Read on";

    private Contents() {}

    /** The first page, those of its list, and the others of {@code docs} by their titles. */
    static List<Page> of(Map<Path, Page> pages) {
        List<Page> contents = new ArrayList<>();
        Page first = pages.get(FIRST);
        if (first == null) {
            throw new IllegalArgumentException("the documentation must begin with " + FIRST);
        }
        contents.add(first);
        for (Path listed : listed(first)) {
            Page page = pages.get(listed);
            if (page != null && !contents.contains(page)) {
                contents.add(page);
            }
        }
        contents.addAll(others(pages.values(), contents));
        return contents;
    }

    private static List<Page> others(Collection<Page> pages, List<Page> contents) {
        return pages.stream()
                .filter(page -> page.source().getParent() != null
                        && page.source().getParent().equals(Path.of("docs")))
                .filter(page -> !contents.contains(page))
                .sorted(Comparator.comparing(Page::title))
                .toList();
    }

    private static List<Path> listed(Page first) {
        List<Path> listed = new ArrayList<>();
        for (Node block = first.document().getFirstChild(); block != null; block = block.getNext()) {
            if (block instanceof BulletList list
                    && list.getPrevious() instanceof Heading heading
                    && Page.text(heading).equals(LIST)) {
                list.accept(new AbstractVisitor() {
                    @Override
                    public void visit(Link link) {
                        listed.add(Path.of(link.getDestination()));
                    }
                });
            }
        }
        return listed;
    }
}
