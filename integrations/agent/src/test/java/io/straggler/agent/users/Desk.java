package io.straggler.agent.users;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.GenericServlet;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.reflect.Proxy;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Serves requests that become asynchronous when a line on standard input asks for them, as a server does. */
public final class Desk extends GenericServlet {
    public static final long SLOW_MS = 40;

    private static final long serialVersionUID = 1;
    private static final ExecutorService CLERKS = Executors.newFixedThreadPool(2, task -> new Thread(task, "clerk"));

    private Desk() {}

    public static void main(String[] args) throws Exception {
        System.out.println("open");
        Desk desk = new Desk();
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        int calls = 0;
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            for (int i = 0; i < Integer.parseInt(line.split(" ")[1]); i++) {
                DeskAsyncContext context = new DeskAsyncContext();
                desk.service(context.getRequest(), null);
                context.ended.await();
                calls++;
            }
            System.out.println("calls " + calls + " slow " + calls + " failed 0");
        }
        CLERKS.shutdown();
        System.out.println("closed");
    }

    @Override
    public void service(ServletRequest request, ServletResponse response) {
        AsyncContext context = request.startAsync();
        CLERKS.execute(() -> {
            answer();
            context.complete();
        });
    }

    private static void answer() {
        try {
            Thread.sleep(SLOW_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** What ends a request. */
    private static final class DeskAsyncContext implements AsyncContext {
        private final CountDownLatch ended = new CountDownLatch(1);
        private volatile boolean started;

        @Override
        public ServletRequest getRequest() {
            return (ServletRequest) Proxy.newProxyInstance(
                    Desk.class.getClassLoader(), new Class<?>[] {ServletRequest.class}, (proxy, method, arguments) -> {
                        switch (method.getName()) {
                            case "startAsync" -> started = true;
                            case "isAsyncStarted" -> {
                                return started;
                            }
                            default -> {
                                // Asked for its context.
                            }
                        }
                        return this;
                    });
        }

        @Override
        public void complete() {
            started = false;
            ended.countDown();
        }

        @Override
        public ServletResponse getResponse() {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean hasOriginalRequestAndResponse() {
            return true;
        }

        @Override
        public void dispatch() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void dispatch(String path) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void dispatch(ServletContext context, String path) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void start(Runnable run) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void addListener(AsyncListener listener) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void addListener(AsyncListener listener, ServletRequest request, ServletResponse response) {
            throw new UnsupportedOperationException();
        }

        @Override
        public <T extends AsyncListener> T createListener(Class<T> type) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void setTimeout(long timeout) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long getTimeout() {
            return 0;
        }
    }
}
