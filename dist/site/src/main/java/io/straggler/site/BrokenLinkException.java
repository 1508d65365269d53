package io.straggler.site;

import java.nio.file.Path;

/** A page links to something that is not there. */
final class BrokenLinkException extends RuntimeException {
    private static final long serialVersionUID = 1;

    BrokenLinkException(Path page, String destination, String why) {
        super(page + " links to " + destination + ", " + why);
    }
}
