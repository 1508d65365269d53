package io.straggler.jfr.read;

import java.util.List;
import java.util.Set;

/**
 * Tells a thread that gave back what it had held, such as a permit or a connection of a pool, from one that ended a wait in another way, such as a producer. By the methods that
 * it was in: those of the JDK and of pools that many programs use.
 */
final class GivenBack {
    private static final Set<String> METHODS = Set.of(
            "java.util.concurrent.Semaphore.release",
            // HikariCP
            "com.zaxxer.hikari.util.ConcurrentBag.requite",
            // Apache Commons Pool, by which Commons DBCP, Jedis and Lettuce keep their connections
            "org.apache.commons.pool2.impl.GenericObjectPool.returnObject",
            "org.apache.commons.pool2.impl.GenericKeyedObjectPool.returnObject",
            // Tomcat's own pools
            "org.apache.tomcat.jdbc.pool.ConnectionPool.returnConnection",
            "org.apache.tomcat.dbcp.pool2.impl.GenericObjectPool.returnObject",
            // Agroal, which Quarkus uses
            "io.agroal.pool.ConnectionPool.returnConnectionHandler",
            // c3p0, Vibur and Druid
            "com.mchange.v2.resourcepool.BasicResourcePool.checkinResource",
            "org.vibur.objectpool.ConcurrentPool.restore",
            "com.alibaba.druid.pool.DruidDataSource.recycle",
            // Apache HttpClient 4 and 5
            "org.apache.http.impl.conn.PoolingHttpClientConnectionManager.releaseConnection",
            "org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager.release",
            "org.apache.hc.core5.pool.StrictConnPool.release",
            "org.apache.hc.core5.pool.LaxConnPool.release");

    private GivenBack() {}

    /** Whether a thread that was in these methods when it ended a wait gave something back. */
    static boolean by(List<String> methods) {
        return methods.stream().anyMatch(METHODS::contains);
    }
}
