/** {@code straggler report}: pages and exports of a run that was recorded before. */
package io.straggler.cli.report;
