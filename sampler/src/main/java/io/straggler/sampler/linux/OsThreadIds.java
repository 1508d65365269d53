package io.straggler.sampler.linux;

import io.straggler.model.VirtualThreads;
import java.lang.management.ManagementFactory;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.ObjectName;

/** The operating system's ids of Java threads other than the current one. */
public final class OsThreadIds {
    private OsThreadIds() {}

    /**
     * The id of a live thread, from the JVM's own thread dump, which prints both ids: a stop of all threads, so only for
     * setting up. Empty if the thread is virtual or not there, or the JVM prints no such dump.
     */
    public static OptionalLong of(Thread thread) {
        if (VirtualThreads.isVirtual(thread)) {
            return OptionalLong.empty();
        }
        if (thread == Thread.currentThread()) {
            return OptionalLong.of(NativeThread.currentId());
        }
        try {
            String dump = (String) ManagementFactory.getPlatformMBeanServer()
                    .invoke(
                            new ObjectName("com.sun.management:type=DiagnosticCommand"),
                            "threadPrint",
                            new Object[] {new String[0]},
                            new String[] {String[].class.getName()});
            return find(dump, thread.getId());
        } catch (JMException | RuntimeException e) {
            return OptionalLong.empty();
        }
    }

    /** Finds {@code "name" #ID ... nid=0x1a2b} (hexadecimal until JDK 21, decimal since). */
    static OptionalLong find(String dump, long javaThreadId) {
        Matcher matcher = Pattern.compile("(?m)^\".*\" #" + javaThreadId + "\\b.*? nid=(0x[0-9a-f]+|[0-9]+)")
                .matcher(dump);
        return matcher.find() ? OptionalLong.of(Long.decode(matcher.group(1))) : OptionalLong.empty();
    }
}
