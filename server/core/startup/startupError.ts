/** Why the server will not start, in one plain sentence for whoever started it. Printed without a stack. */
export class StartupError extends Error {
  override readonly name = 'StartupError'
}
