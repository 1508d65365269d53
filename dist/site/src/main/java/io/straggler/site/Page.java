package io.straggler.site;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.commonmark.ext.heading.anchor.IdGenerator;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Block;
import org.commonmark.node.Code;
import org.commonmark.node.CustomNode;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.HardLineBreak;
import org.commonmark.node.Heading;
import org.commonmark.node.Node;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;

/**
 * One page of the documentation.
 *
 * @param source below the root of the checkout
 * @param title its first heading
 * @param document as it was parsed
 * @param anchors of its headings
 * @param sections from top to bottom
 */
record Page(Path source, String title, Node document, Map<Node, String> anchors, List<Section> sections) {
    static Page of(Path source, Node document) {
        IdGenerator ids = IdGenerator.builder().build();
        Map<Node, String> anchors = new HashMap<>();
        List<Section> sections = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        String heading = source.getFileName().toString();
        String anchor = "";
        for (Node block = document.getFirstChild(); block != null; block = block.getNext()) {
            if (block instanceof Heading) {
                add(sections, anchor, heading, text);
                heading = text(block);
                anchor = ids.generateId(heading);
                anchors.put(block, anchor);
            } else {
                text.append(text(block)).append(' ');
            }
        }
        add(sections, anchor, heading, text);
        return new Page(source, sections.get(0).heading(), document, anchors, List.copyOf(sections));
    }

    private static void add(List<Section> sections, String anchor, String heading, StringBuilder text) {
        if (!anchor.isEmpty() || !text.isEmpty()) {
            sections.add(new Section(anchor, heading, text.toString().strip()));
        }
        text.setLength(0);
    }

    /** Where the page lies in the site: beside the others as its source does, and {@code README.md} as the index. */
    Path target() {
        return target(source);
    }

    static Path target(Path source) {
        String name = source.getFileName().toString();
        return source.resolveSibling(name.equals("README.md") ? "index.html" : name.replaceAll("\\.md$", ".html"));
    }

    /** The words of a node and its children, with a space between those of different blocks. */
    static String text(Node node) {
        StringBuilder text = new StringBuilder();
        node.accept(new AbstractVisitor() {
            @Override
            protected void visitChildren(Node parent) {
                super.visitChildren(parent);
                if (parent instanceof Block || parent instanceof CustomNode) {
                    text.append(' ');
                }
            }

            @Override
            public void visit(Text words) {
                text.append(words.getLiteral());
            }

            @Override
            public void visit(Code code) {
                text.append(code.getLiteral());
            }

            @Override
            public void visit(FencedCodeBlock code) {
                text.append(code.getLiteral());
            }

            @Override
            public void visit(SoftLineBreak lineBreak) {
                text.append(' ');
            }

            @Override
            public void visit(HardLineBreak lineBreak) {
                text.append(' ');
            }
        });
        return text.toString().replaceAll("\\s+", " ").strip();
    }
}
