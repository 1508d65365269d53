package io.straggler.agent.inside;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.RecursiveTask;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class TaskNamesTest {
    static final class Delivery implements Runnable {
        @Override
        public void run() {}
    }

    static final class Question implements Callable<String> {
        @Override
        public String call() {
            return "";
        }
    }

    @Test
    void shouldGiveLambdasOfAClassOneName() {
        Runnable one = () -> {};
        Runnable other = () -> assertThat(one).isNotNull();
        Callable<String> third = () -> "";

        assertThat(TaskNames.name(one.getClass()))
                .isEqualTo(TaskNames.name(other.getClass()))
                .isEqualTo(TaskNamesTest.class.getName() + "$$Lambda.run");
        assertThat(TaskNames.name(third.getClass())).isEqualTo(TaskNamesTest.class.getName() + "$$Lambda.call");
        assertThat(TaskNames.name(Delivery.class)).isEqualTo(Delivery.class.getName() + ".run");
    }

    static final class Sum extends RecursiveTask<Integer> {
        private static final long serialVersionUID = 1;

        @Override
        protected Integer compute() {
            return 1;
        }
    }

    @Test
    void shouldNameTheMethodThatDoesTheWork() {
        Supplier<String> supplier = () -> "";
        Function<String, String> function = text -> text;

        assertThat(TaskNames.name(supplier.getClass())).isEqualTo(TaskNamesTest.class.getName() + "$$Lambda.get");
        assertThat(TaskNames.name(function.getClass())).isEqualTo(TaskNamesTest.class.getName() + "$$Lambda.apply");
        assertThat(TaskNames.name(Sum.class)).isEqualTo(Sum.class.getName() + ".compute");
    }

    @Test
    void shouldAskForTheNumberOfAClassOnce() {
        List<String> asked = new ArrayList<>();
        TaskNames names = new TaskNames(name -> {
            asked.add(name);
            return asked.size();
        });

        assertThat(names.number(new Delivery())).isEqualTo(1);
        assertThat(names.number(new Question())).isEqualTo(2);
        assertThat(names.number(new Delivery())).isEqualTo(1);
        assertThat(asked).containsExactly(Delivery.class.getName() + ".run", Question.class.getName() + ".call");
    }
}
