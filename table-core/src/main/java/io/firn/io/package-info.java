/**
 * The storage contract: locations, input and output files, and an exclusive create that tells when
 * it cannot know who won.
 */
@NullMarked
package io.firn.io;

import org.jspecify.annotations.NullMarked;
