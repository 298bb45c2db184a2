import { currentLanguage } from '#i18n/i18n.ts'
import { adoptPreferences, preferences } from '#device/preferences.ts'

const barColour = { light: '#F6F3EC', dark: '#0D141A' } as const
const wantsDark = matchMedia('(prefers-color-scheme: dark)')

/** Puts the person's choices on the root element, where tokens.css reads them: theme, colour of a rise, hand, text size. */
function apply(): void {
  const { theme, upColor, textScale, hand } = preferences.get()
  const shown = theme === 'auto' ? (wantsDark.matches ? 'dark' : 'light') : theme
  const root = document.documentElement
  root.dataset['theme'] = shown
  root.dataset['up'] = upColor ?? (currentLanguage().redUp ? 'red' : 'green')
  root.dataset['hand'] = hand
  root.style.setProperty('--text-scale', String(textScale))
  for (const bar of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) bar.content = barColour[shown]
}

/** Applies the appearance now and whenever a choice, the device's scheme or the language changes. */
export function keepAppearance(): void {
  apply()
  adoptPreferences()
  preferences.subscribe(apply)
  wantsDark.addEventListener('change', apply)
  new MutationObserver(apply).observe(document.documentElement, { attributeFilter: ['lang'] })
}
