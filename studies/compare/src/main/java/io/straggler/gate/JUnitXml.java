package io.straggler.gate;

import io.straggler.gate.GateResult.Outcome;
import io.straggler.model.file.WholeFile;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * Results of gates as build servers read them: a test case for each, a failure for one that failed, an error for an
 * undecided one.
 */
public final class JUnitXml {
    /** XML 1.0 has no way to write the others. */
    private static final Pattern NOT_XML =
            Pattern.compile("[^\\t\\n\\r\\x20-\\uD7FF\\uE000-\\uFFFD\\x{10000}-\\x{10FFFF}]");

    private JUnitXml() {}

    /** @param suite what was judged */
    public static void write(String suite, List<GateResult> results, Path file) throws IOException {
        WholeFile.writeText(file, out -> write(suite, results, out));
    }

    private static void write(String suite, List<GateResult> results, Writer out) throws IOException {
        try {
            XMLStreamWriter xml = XMLOutputFactory.newInstance().createXMLStreamWriter(out);
            xml.writeStartDocument("UTF-8", "1.0");
            xml.writeStartElement("testsuite");
            xml.writeAttribute("name", legal(suite));
            xml.writeAttribute("tests", Integer.toString(results.size()));
            xml.writeAttribute("failures", Long.toString(count(results, Outcome.FAILED)));
            xml.writeAttribute("errors", Long.toString(count(results, Outcome.UNDECIDED)));
            for (GateResult result : results) {
                write(suite, result, xml);
            }
            xml.writeEndElement();
            xml.writeEndDocument();
            xml.close();
        } catch (XMLStreamException e) {
            throw new IOException("gates must be writable as XML: suite=" + suite, e);
        }
    }

    private static long count(List<GateResult> results, Outcome outcome) {
        return results.stream().filter(result -> result.outcome() == outcome).count();
    }

    private static void write(String suite, GateResult result, XMLStreamWriter xml) throws XMLStreamException {
        xml.writeStartElement("testcase");
        xml.writeAttribute("classname", legal(suite));
        xml.writeAttribute("name", legal(result.gate()));
        if (result.outcome() == Outcome.PASSED) {
            xml.writeStartElement("system-out");
            xml.writeCharacters(legal(result.sentence()));
            xml.writeEndElement();
        } else {
            xml.writeStartElement(result.outcome() == Outcome.FAILED ? "failure" : "error");
            xml.writeAttribute("message", legal(result.sentence()));
            xml.writeEndElement();
        }
        xml.writeEndElement();
    }

    private static String legal(String text) {
        return NOT_XML.matcher(text).replaceAll("\uFFFD");
    }
}
