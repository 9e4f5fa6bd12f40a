/**
 * The generation of what this build stores on a device. Every generation has databases of its own, so tabs of two builds never share one. Raise it by one when
 * what an older build stored could not be read or written by this one: a changed schema or index of a collection, another primary key, another meaning of a
 * field. An optional field that comes later needs none (`added` in collections/definition.ts). What is unsaved of older generations is carried over (carry-over.ts); where a stored document no longer
 * passes its collection's `parse`, that collection says how to read it (`carryOver`). A collection must not disappear in the same step: its unsaved edits would.
 * Its own file, so that a test can build the app with another number.
 */
export const LOCAL_GENERATION: number = 2
