/** Whether the long tests run: all that chance and patience can find, where the short ones take a part of it. */
export const isLong = process.env['LONG_TESTS'] === '1'
