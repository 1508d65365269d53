package io.straggler.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdlePlacesTest {
    private static List<String> stack(String text) {
        return List.of(text.split(" "));
    }

    /** Stacks, root first, of threads of JDK 17 and 25 and of servers that had nothing to do. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "java.lang.Thread.run java.util.concurrent.ThreadPoolExecutor$Worker.run java.util.concurrent.ThreadPoolExecutor.runWorker java.util.concurrent.ThreadPoolExecutor.getTask java.util.concurrent.LinkedBlockingQueue.take java.util.concurrent.locks.LockSupport.park",
                "com.acme.Named.run java.util.concurrent.ThreadPoolExecutor.runWorker java.util.concurrent.ThreadPoolExecutor.getTask java.util.concurrent.SynchronousQueue.poll",
                "java.util.concurrent.ForkJoinWorkerThread.run java.util.concurrent.ForkJoinPool.runWorker java.util.concurrent.ForkJoinPool.awaitWork java.util.concurrent.locks.LockSupport.park",
                "akka.dispatch.MonitorableThread.run java.util.concurrent.ForkJoinPool.runWorker java.util.concurrent.ForkJoinPool.awaitWork",
                "java.lang.Thread.run org.apache.tomcat.util.threads.TaskThread$WrappingRunnable.run org.apache.tomcat.util.threads.ThreadPoolExecutor$Worker.run org.apache.tomcat.util.threads.ThreadPoolExecutor.runWorker org.apache.tomcat.util.threads.ThreadPoolExecutor.getTask org.apache.tomcat.util.threads.TaskQueue.take java.util.concurrent.LinkedBlockingQueue.take",
                "java.lang.Thread.run org.eclipse.jetty.util.thread.QueuedThreadPool$Runner.run org.eclipse.jetty.util.thread.QueuedThreadPool.idleJobPoll org.eclipse.jetty.util.BlockingArrayQueue.poll java.util.concurrent.locks.LockSupport.parkNanos",
                "java.lang.Thread.run io.netty.util.concurrent.FastThreadLocalRunnable.run io.netty.util.concurrent.DefaultEventExecutor.run io.netty.util.concurrent.SingleThreadEventExecutor.takeTask java.util.concurrent.LinkedBlockingQueue.take",
                "java.lang.Thread.run org.jboss.threads.EnhancedQueueExecutor$ThreadBody.run org.jboss.threads.EnhancedQueueExecutor$PoolThreadNode.park java.util.concurrent.locks.LockSupport.park",
                "kafka.server.KafkaRequestHandler.run kafka.network.RequestChannel.receiveRequest java.util.concurrent.ArrayBlockingQueue.poll",
                "kotlinx.coroutines.scheduling.CoroutineScheduler$Worker.run kotlinx.coroutines.scheduling.CoroutineScheduler$Worker.park java.util.concurrent.locks.LockSupport.parkNanos",
                "java.util.TimerThread.run java.util.TimerThread.mainLoop java.lang.Object.wait",
                "com.acme.Cleaner.run java.lang.ref.ReferenceQueue.remove java.lang.Object.wait",
                "java.lang.Thread.run org.h2.server.TcpServerThread.run org.h2.server.TcpServerThread.process org.h2.value.Transfer.readInt java.io.DataInputStream.readInt java.net.Socket$SocketInputStream.read",
                "org.apache.zookeeper.server.SyncRequestProcessor.run java.util.concurrent.LinkedBlockingQueue.take java.util.concurrent.locks.LockSupport.park",
                "java.lang.Thread.run com.acme.Shop.lambda$start$0 java.util.concurrent.LinkedBlockingDeque.takeFirst java.util.concurrent.locks.LockSupport.park",
                "java.lang.Thread.run com.acme.Server.accept java.net.ServerSocket.accept sun.nio.ch.NioSocketImpl.accept"
            })
    void shouldKnowWhereThreadsWaitForWork(String stack) {
        assertThat(IdlePlaces.contain(stack(stack))).isTrue();
    }

    /** Work that waits, in places that look like the others. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "java.lang.Thread.run java.util.concurrent.ThreadPoolExecutor$Worker.run java.util.concurrent.ThreadPoolExecutor.runWorker com.acme.Order.run java.util.concurrent.locks.ReentrantLock.lock java.util.concurrent.locks.LockSupport.park",
                "java.lang.Thread.run java.util.concurrent.ThreadPoolExecutor.runWorker com.acme.Order.run java.util.concurrent.LinkedBlockingQueue.take",
                "java.lang.Thread.run java.util.concurrent.ThreadPoolExecutor.runWorker com.acme.Shop.lambda$order$0 java.util.concurrent.SynchronousQueue.poll",
                "java.lang.Thread.run com.acme.Worker.run com.acme.Pool.borrow java.util.concurrent.LinkedBlockingQueue.take",
                "java.lang.Thread.run com.acme.Worker.run java.util.concurrent.CompletableFuture.get java.util.concurrent.locks.LockSupport.park",
                "java.lang.Thread.run org.apache.tomcat.util.threads.ThreadPoolExecutor.runWorker org.apache.coyote.AbstractProcessorLight.process org.apache.catalina.core.StandardWrapperValve.invoke com.acme.Dao.query com.zaxxer.hikari.pool.HikariPool.getConnection java.util.concurrent.SynchronousQueue.poll",
                "java.lang.Thread.run org.h2.server.TcpServerThread.run org.h2.server.TcpServerThread.process org.h2.command.Command.executeUpdate org.h2.mvstore.tx.Transaction.waitForThisToEnd java.lang.Object.wait",
                "java.lang.Thread.run org.apache.catalina.core.StandardWrapperValve.invoke org.apache.catalina.connector.InputBuffer.read org.apache.coyote.Request.doRead java.net.Socket$SocketInputStream.read",
                "com.acme.Main.main java.util.concurrent.CountDownLatch.await",
                "com.acme.Loop.run java.lang.Thread.sleep",
                // The next request of a server, or the answer to a client: nobody knows.
                "java.lang.Thread.run com.acme.Connection.run java.io.DataInputStream.readInt java.net.Socket$SocketInputStream.read"
            })
    void shouldNotTakeWorkThatWaitsForAnIdleThread(String stack) {
        assertThat(IdlePlaces.contain(stack(stack))).isFalse();
    }

    @Test
    void shouldSayNothingOfAThreadWithoutAStack() {
        assertThat(IdlePlaces.contain(List.of())).isFalse();
    }
}
