/** Tests whose method is paced, measured and judged. Depends on JUnit Jupiter and on what Straggler offers programs; nothing depends on it. */
package io.straggler.junit;
