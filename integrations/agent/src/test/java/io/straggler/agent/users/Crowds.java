package io.straggler.agent.users;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Lets guests in when a line on standard input says so: calls that are in flight until all guests leave at once. */
public final class Crowds {
    private static final List<CompletableFuture<Void>> INSIDE = new ArrayList<>();

    private Crowds() {}

    public static void main(String[] args) throws Exception {
        System.out.println("open");
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] words = line.split(" ");
            switch (words[0]) {
                case "enter" -> {
                    for (int i = 0; i < Integer.parseInt(words[1]); i++) {
                        INSIDE.add(visit());
                    }
                    System.out.println("inside " + INSIDE.size());
                }
                case "leave" -> {
                    int left = INSIDE.size();
                    INSIDE.forEach(guest -> guest.complete(null));
                    INSIDE.clear();
                    System.out.println("left " + left);
                }
                case "memory" -> System.out.println(usedBytes() + " " + residentBytes());
                default -> throw new IllegalArgumentException(line);
            }
        }
        System.out.println("closed");
    }

    /** Goes on until its future is complete. */
    static CompletableFuture<Void> visit() {
        return new CompletableFuture<>();
    }

    /** What is left of the heap after a collection. */
    private static long usedBytes() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    /** Memory that the process has of the machine; zero where the system has no such file. */
    private static long residentBytes() throws IOException {
        Path status = Path.of("/proc/self/status");
        if (!Files.exists(status)) {
            return 0;
        }
        return Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
                .sum();
    }
}
