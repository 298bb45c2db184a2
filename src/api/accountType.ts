import { accountTypes } from '#contract/constants.ts'
import { useDevicePreference } from '#device/preferences.ts'

/** The book that this person trades in: 1 REAL, 2 DEMO (docs/rules/environments.md). Kept on this device, DEMO again after signing out. */
export const useAccountType = (): 1 | 2 => useDevicePreference('accountType')

/** The frame of that book's screens: violet where it is demo money. */
export const useAccountScreenTone = (): 'demo' | undefined => (useAccountType() === accountTypes.demo ? 'demo' : undefined)
