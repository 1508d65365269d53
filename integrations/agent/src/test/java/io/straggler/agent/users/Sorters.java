package io.straggler.agent.users;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetResetStrategy;
import org.apache.kafka.common.TopicPartition;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.web.bind.annotation.GetMapping;

/** Handles records of Kafka, as many in one poll as a line on standard input says, of which the first may be slow; or answers as many requests on one thread. */
public final class Sorters {
    public static final long SLOW_MS = 40;

    private static final TopicPartition LETTERS = new TopicPartition("letters", 0);

    private static final ExecutorService DESK = Executors.newSingleThreadExecutor(task -> new Thread(task, "desk"));

    private Sorters() {}

    public static void main(String[] args) throws Exception {
        try (MockConsumer<String, String> consumer = new MockConsumer<>(OffsetResetStrategy.EARLIEST)) {
            consumer.assign(List.of(LETTERS));
            consumer.updateBeginningOffsets(Map.of(LETTERS, 0L));
            System.out.println("open");
            BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
            int calls = 0;
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String[] words = line.split(" ");
                if (words[0].equals("asked")) {
                    answer(Integer.parseInt(words[1]));
                    System.out.println("calls " + calls + " slow 0 failed 0");
                    continue;
                }
                for (int i = 0; i < Integer.parseInt(words[1]); i++) {
                    consumer.addRecord(new ConsumerRecord<>("letters", 0, calls++, "", i == 0 ? words[0] : "fast"));
                }
                Iterable<ConsumerRecord<String, String>> polled = consumer.poll(Duration.ZERO);
                if (words[0].equals("unpacked")) {
                    unpack();
                }
                polled.forEach(Sorters::receive);
                System.out.println("calls " + calls + " slow 0 failed 0");
            }
        }
        DESK.shutdown();
        System.out.println("closed");
    }

    /** The first is slow, and the others wait behind it. */
    private static void answer(int requests) throws Exception {
        List<Future<?>> answers = new ArrayList<>();
        for (int i = 0; i < requests; i++) {
            boolean slow = i == 0;
            answers.add(DESK.submit(() -> look(slow)));
        }
        for (Future<?> answer : answers) {
            answer.get();
        }
    }

    @GetMapping
    static String look(boolean slow) {
        if (slow) {
            sort();
        }
        return "here";
    }

    @KafkaListener
    static void receive(ConsumerRecord<String, String> letter) {
        if (letter.value().equals("slow")) {
            sort();
        }
    }

    private static void sort() {
        slowly();
    }

    private static void unpack() {
        slowly();
    }

    private static void slowly() {
        try {
            Thread.sleep(SLOW_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
