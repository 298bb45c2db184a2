import { i18n } from '@lingui/core'
import { expect, it } from 'vitest'
import { activateLocale, addCatalogMessages } from './activate.ts'

it('redraws nothing for words that come on top of those in use', () => {
  addCatalogMessages('en', { home: 'Home' })
  activateLocale('en')
  let draws = 0
  i18n.on('change', () => draws++)
  addCatalogMessages('en', { markets: 'Markets' })
  expect([i18n._('home'), i18n._('markets'), draws]).toEqual(['Home', 'Markets', 0])
  addCatalogMessages('es', { home: 'Inicio' })
  activateLocale('es')
  expect(i18n._('home')).toBe('Inicio')
  expect(draws).toBeGreaterThan(0)
})
