/** The page of a fleet. */
package io.straggler.fleet.page;
