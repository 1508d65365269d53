package io.straggler.model.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MessagesTest {
    @Test
    void shouldNameClassWhenThereIsNoMessage() {
        assertThat(Messages.of(new IllegalStateException("the disk is full"))).isEqualTo("the disk is full");
        assertThat(Messages.of(new IllegalStateException())).isEqualTo("java.lang.IllegalStateException");
    }

    @Test
    void shouldDescribeWhatHasNeitherMessageNorStack() {
        Throwable bare = new Throwable(null, null, false, false) {
            private static final long serialVersionUID = 1;
        };

        assertThat(Messages.described(bare)).isEqualTo(bare.getClass().getName());
        assertThat(Messages.described(new IllegalStateException("first\nsecond")))
                .startsWith("java.lang.IllegalStateException: first (at " + MessagesTest.class.getName());
    }

    @Test
    void shouldDescribeAnExceptionWhoseMethodsThrow() {
        Throwable hostile = new RuntimeException() {
            private static final long serialVersionUID = 1;

            @Override
            public String getMessage() {
                throw new IllegalStateException("no message");
            }

            @Override
            public String toString() {
                throw new StackOverflowError();
            }

            @Override
            public StackTraceElement[] getStackTrace() {
                throw new UnsupportedOperationException();
            }
        };

        assertThat(Messages.of(hostile)).isEqualTo(hostile.getClass().getName());
        assertThat(Messages.described(hostile)).isEqualTo(hostile.getClass().getName());
    }
}
