import { currentLanguage } from '#i18n/i18n.ts'
import { syncPreferencesAcrossTabs, devicePreferencesStore } from '#device/preferences.ts'

const barColor = { light: '#F6F3EC', dark: '#0D141A' } as const
const prefersDark = matchMedia('(prefers-color-scheme: dark)')

/** Puts the person's choices on the root element, where tokens.css reads them: theme, colour of a rise, hand, text size. */
function applyAppearance(): void {
  const { theme, upColor, textScale, hand } = devicePreferencesStore.get()
  const shownTheme = theme === 'auto' ? (prefersDark.matches ? 'dark' : 'light') : theme
  const root = document.documentElement
  setDataAttribute(root, 'theme', shownTheme)
  setDataAttribute(root, 'up', upColor ?? (currentLanguage().redUp ? 'red' : 'green'))
  setDataAttribute(root, 'hand', hand)
  const scale = textScale === 1 ? '' : String(textScale)
  if (root.style.getPropertyValue('--text-scale') !== scale) root.style.setProperty('--text-scale', scale)
  for (const bar of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) bar.content = barColor[shownTheme]
}

/** What stands there already is not said again: it would have the whole page styled anew. */
function setDataAttribute(root: HTMLElement, name: string, value: string): void {
  if (root.dataset[name] !== value) root.dataset[name] = value
}

/** Applies the appearance now and whenever a choice, the device's scheme or the language changes. */
export function startAppearanceSync(): void {
  applyAppearance()
  syncPreferencesAcrossTabs()
  devicePreferencesStore.subscribe(applyAppearance)
  prefersDark.addEventListener('change', applyAppearance)
  new MutationObserver(applyAppearance).observe(document.documentElement, { attributeFilter: ['lang'] })
}
