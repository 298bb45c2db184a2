import { fastSteps } from './check.ts'
import { installBrowser } from './support/browser.ts'
import { endToEndStep, runSteps } from './support/run/steps.ts'
import { quickEndToEndTests } from './tiers.ts'

/** `npm test`: a browser if there is none, the fast half, then one end-to-end test per domain in the built app on the real server. */
process.exitCode = await runSteps([
  { name: 'A browser', work: () => void installBrowser() },
  ...fastSteps,
  endToEndStep('One end-to-end test per domain', { files: Object.values(quickEndToEndTests) }),
])
