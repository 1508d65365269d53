package io.straggler.examples.services;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.web.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Spring Boot on Tomcat, with HikariCP and H2. {@code /orders} asks the database, whose connections are taken now and then by a report that does not hurry; {@code /quotes} is
 * computed on another pool, where each fiftieth is audited.
 */
@SpringBootApplication
@EnableScheduling
public class SpringOrders {
    private static final int CONNECTIONS = 2;
    private static final int AUDITED = 50;

    private final JdbcTemplate database;

    SpringOrders(JdbcTemplate database) {
        this.database = database;
        database.execute("create table orders(id int primary key, state varchar)");
        database.update("insert into orders values(1, 'placed')");
    }

    /** Serves until the process ends, and prints where. */
    public static void main(String[] args) {
        SpringApplication application = new SpringApplication(SpringOrders.class);
        ConfigurableApplicationContext context = application.run(
                "--server.port=0",
                "--server.address=127.0.0.1",
                "--spring.datasource.url=jdbc:h2:mem:orders",
                "--spring.datasource.hikari.maximum-pool-size=" + CONNECTIONS,
                "--spring.task.scheduling.pool.size=" + CONNECTIONS,
                "--spring.main.banner-mode=off",
                "--logging.level.root=WARN");
        int port = ((ServletWebServerApplicationContext) context).getWebServer().getPort();
        System.out.println("http://127.0.0.1:" + port);
    }

    @Scheduled(fixedDelay = 1_000)
    void reportByDay() {
        report();
    }

    @Scheduled(fixedDelay = 1_000)
    void reportByCustomer() {
        report();
    }

    /** Keeps a connection while it lays out its pages. */
    private void report() {
        database.query("select count(*) from orders", rows -> {
            layOut();
        });
    }

    private static void layOut() {
        try {
            Thread.sleep(150);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The requests. */
    @RestController
    public static class Desk {
        private final JdbcTemplate database;
        private final AtomicInteger quotes = new AtomicInteger();
        private final ExecutorService pricing = Executors.newFixedThreadPool(4, task -> new Thread(task, "pricing"));

        Desk(JdbcTemplate database) {
            this.database = database;
        }

        @GetMapping("/orders")
        String order() {
            return database.queryForObject("select state from orders where id = 1", String.class);
        }

        @GetMapping("/quotes")
        CompletableFuture<String> quote() {
            return CompletableFuture.supplyAsync(this::price, pricing).thenApply(price -> price + " EUR");
        }

        private String price() {
            int number = quotes.incrementAndGet();
            if (number % AUDITED == 0) {
                audit();
            }
            return Integer.toString(number);
        }

        private static void audit() {
            try {
                Thread.sleep(60);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
