package io.straggler.site;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Where links between files of the checkout lead in the site: to pages, to listings of folders, to pictures, and to other files as text.
 * What a page links to becomes part of the site.
 */
final class Links {
    private static final Set<String> PICTURES = Set.of("png", "svg");

    private final Path root;
    private final Map<Path, Page> pages;
    private final Set<Path> pictures = new TreeSet<>();
    private final Set<Path> texts = new TreeSet<>();

    /** @param pages by their sources */
    Links(Path root, Map<Path, Page> pages) {
        this.root = root;
        this.pages = pages;
    }

    /** Files that are shown as pictures, below the root. */
    Set<Path> pictures() {
        return pictures;
    }

    /** Files that are shown as text, below the root. */
    Set<Path> texts() {
        return texts;
    }

    static Path targetOfText(Path file) {
        return file.resolveSibling(file.getFileName() + ".html");
    }

    static Path targetOfFolder(Path folder) {
        return folder.resolve("index.html");
    }

    /**
     * A link as it stands in the site.
     *
     * @param from the page that it stands on
     * @param destination as it stands in the source
     * @throws BrokenLinkException if it leads nowhere
     */
    String resolve(Page from, String destination) {
        URI uri = URI.create(destination);
        if (uri.isAbsolute()) {
            return destination;
        }
        Path file = uri.getPath().isEmpty() ? from.source() : besides(from.source(), uri.getPath());
        String anchor = uri.getFragment() == null ? "" : "#" + uri.getFragment();
        return relative(from.target(), target(from, file, destination, uri.getFragment())) + anchor;
    }

    private Path target(Page from, Path file, String destination, String anchor) {
        if (file.startsWith("..") || !Files.exists(root.resolve(file))) {
            throw new BrokenLinkException(from.source(), destination, "which does not exist");
        }
        Page page = pages.get(file);
        if (page != null) {
            if (anchor != null && !page.anchors().containsValue(anchor)) {
                throw new BrokenLinkException(from.source(), destination, "where no heading has that name");
            }
            return page.target();
        }
        if (Files.isDirectory(root.resolve(file))) {
            if (pages.keySet().stream().noneMatch(source -> file.equals(source.getParent()))) {
                throw new BrokenLinkException(from.source(), destination, "a folder without pages");
            }
            return targetOfFolder(file);
        }
        String name = file.getFileName().toString();
        if (PICTURES.contains(name.substring(name.lastIndexOf('.') + 1))) {
            pictures.add(file);
            return file;
        }
        texts.add(file);
        return targetOfText(file);
    }

    private static Path besides(Path source, String path) {
        return source.resolveSibling(path).normalize();
    }

    /** From one file of the site to another, with slashes. */
    static String relative(Path from, Path to) {
        Path parent = from.getParent();
        return (parent == null ? to : parent.relativize(to)).toString().replace('\\', '/');
    }
}
