package io.straggler.agent.users;

import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Server of gRPC's within this process, which answers at once or from another thread. Asks itself when a line on standard input says so. */
public final class Counters {
    public static final long SLOW_MS = 40;

    private static final ExecutorService COUNTERS =
            Executors.newFixedThreadPool(2, task -> new Thread(task, "counter"));
    private static final ExecutorService CLERKS = Executors.newFixedThreadPool(2, task -> new Thread(task, "clerk"));

    private static final Marshaller<String> TEXT = new Marshaller<>() {
        @Override
        public InputStream stream(String value) {
            return new ByteArrayInputStream(value.getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public String parse(InputStream stream) {
            try {
                return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    };

    private static final MethodDescriptor<String, String> SELL = MethodDescriptor.<String, String>newBuilder()
            .setType(MethodType.UNARY)
            .setFullMethodName("Counters/sell")
            .setRequestMarshaller(TEXT)
            .setResponseMarshaller(TEXT)
            .build();

    private Counters() {}

    public static void main(String[] args) throws Exception {
        Server server = InProcessServerBuilder.forName("counters")
                .executor(COUNTERS)
                .addService(ServerServiceDefinition.builder("Counters")
                        .addMethod(SELL, ServerCalls.asyncUnaryCall(Counters::sell))
                        .build())
                .build()
                .start();
        ManagedChannel channel = InProcessChannelBuilder.forName("counters").build();
        System.out.println("open");
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        int calls = 0;
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] words = line.split(" ");
            for (int i = 0; i < Integer.parseInt(words[1]); i++) {
                ClientCalls.blockingUnaryCall(channel, SELL, CallOptions.DEFAULT, words[0]);
                calls++;
            }
            System.out.println("calls " + calls + " slow 0 failed 0");
        }
        channel.shutdown().awaitTermination(1, TimeUnit.SECONDS);
        server.shutdown().awaitTermination(1, TimeUnit.SECONDS);
        COUNTERS.shutdown();
        CLERKS.shutdown();
        System.out.println("closed");
    }

    private static void sell(String kind, StreamObserver<String> customer) {
        if (kind.equals("handed")) {
            CLERKS.execute(() -> {
                fetch();
                answer(kind, customer);
            });
        } else {
            answer(kind, customer);
        }
    }

    private static void answer(String kind, StreamObserver<String> customer) {
        customer.onNext(kind);
        customer.onCompleted();
    }

    private static void fetch() {
        try {
            Thread.sleep(SLOW_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
