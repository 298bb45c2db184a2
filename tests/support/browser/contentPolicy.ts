import type { BrowserContext } from 'playwright-core'

const mark = 'content policy violated:'

/** Collects what the content policy and Trusted Types refuse in any page of this phone; there should be nothing. */
export async function watchPolicy(context: BrowserContext, violations: string[]): Promise<void> {
  await context.addInitScript((words) => {
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample, documentURI }) =>
      console.error(words, effectiveDirective, blockedURI, sample, documentURI),
    )
  }, mark)
  context.on('console', (message) => {
    if (message.text().startsWith(mark)) violations.push(message.text())
  })
}

/** Ends a story badly where something was refused. */
export function refuseViolations(violations: readonly string[]): void {
  if (violations.length > 0) throw new Error([...new Set(violations)].join('\n'))
}
