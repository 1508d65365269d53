package io.straggler.selftest.inject.application;

import io.straggler.selftest.inject.Fixture;
import io.straggler.selftest.inject.InjectionSite;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.Locale;
import java.util.Scanner;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.xml.sax.SAXException;

/** Texts that are parsed, formatted, matched, encoded or put together. */
public final class Texts extends Fixture {
    private static final int ENCODED_BYTES = 32 * 1024;
    private static final int CONCATENATED = 50;
    private static final int INTERNED = 200;
    private static final int ELEMENTS = 40;
    private static final Pattern PATTERN = Pattern.compile("(\\w+\\s?)+=\\d+;");

    private final String properties = " key = Value; other =Text; third= more ;".repeat(5);
    private final String address = "a value & another = \u00e9t\u00e9 / ".repeat(20);
    private final String numbers = "17 4 23 1009 ".repeat(50);
    private final byte[] bytes = new byte[ENCODED_BYTES];
    private final byte[] xml = xml();
    private final DateTimeFormatter format = DateTimeFormatter.ofPattern("EEEE, d MMMM uuuu HH:mm:ss.SSS VV");
    private final ZonedDateTime date = ZonedDateTime.of(2026, 11, 20, 10, 15, 0, 0, ZoneId.of("UTC"));

    public Texts(InjectionSite site) {
        super(site);
    }

    /** A document of some elements. */
    static byte[] xml() {
        return ("<list>" + "<element name='value'>text</element>".repeat(ELEMENTS) + "</list>")
                .getBytes(StandardCharsets.UTF_8);
    }

    public void format() {
        result += String.format("%08d %-20s %.3f", result & 0xFFFFFF, "1y2p0ij32e8e7", result / 3.0)
                .length();
    }

    /** The pattern tries every way to divide the words before it gives up. */
    public void match() {
        result += PATTERN.matcher("some words here then").matches() ? 1 : 0;
    }

    public void takeApart() {
        for (String part : properties.split(";")) {
            result += part.trim().toUpperCase(Locale.ROOT).replace("E", "ee").hashCode();
        }
    }

    public void concatenate() {
        String all = "";
        for (int i = 0; i < CONCATENATED; i++) {
            all += address;
        }
        result += all.length();
    }

    public void encodeAddress() {
        result += URLDecoder.decode(URLEncoder.encode(address, StandardCharsets.UTF_8), StandardCharsets.UTF_8)
                .length();
    }

    public void encodeBase64() {
        result += Base64.getDecoder().decode(Base64.getEncoder().encode(bytes)).length;
    }

    public void scanNumbers() {
        try (Scanner scanner = new Scanner(numbers)) {
            while (scanner.hasNextInt()) {
                result += scanner.nextInt();
            }
        }
    }

    public void parseXml() throws IOException, ParserConfigurationException, SAXException {
        result += DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(xml))
                .getDocumentElement()
                .getChildNodes()
                .getLength();
    }

    public void formatDate() {
        result += ZonedDateTime.parse(format.format(date), format).getNano();
    }

    public void intern() {
        for (int i = 0; i < INTERNED; i++) {
            result += ("interned " + i).intern().length();
        }
    }
}
