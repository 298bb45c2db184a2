import { fastSteps } from './check.ts'
import { installBrowser } from './support/browser.ts'
import { runSteps, testStep } from './support/steps.ts'

/** `npm test`: a browser if there is none, the fast half, then people's stories in the built app on the real server. */
process.exitCode = await runSteps([
  { name: 'A browser', work: () => void installBrowser() },
  ...fastSteps,
  testStep('Journeys in the browser, online and offline', 'journeys'),
])
