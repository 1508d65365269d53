package io.straggler.sampler.stack;

/** A way of sampling does not work here. The message says why, in a clause that can follow "because". */
public final class SamplerException extends RuntimeException {
    private static final long serialVersionUID = 1;

    SamplerException(String message) {
        super(message);
    }
}
