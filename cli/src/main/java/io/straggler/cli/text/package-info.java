/** What commands print: lines and tables, from conclusions alone. */
package io.straggler.cli.text;
