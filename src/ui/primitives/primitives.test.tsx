import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Card } from '../Card.tsx'
import { Grid } from '../Grid.tsx'
import { Notice } from '../Notice.tsx'
import { Row } from '../Row.tsx'
import { Stack } from '../Stack.tsx'
import { Text } from '../Text.tsx'

const classesOf = (markup: string): string[] => /class="([^"]*)"/.exec(markup)?.[1]?.split(' ') ?? []
const drawn = renderToStaticMarkup

test('a text is a small paragraph, and says its size, weight and tone as classes', () => {
  expect(drawn(<Text>a</Text>)).toBe('<p class="text-small">a</p>')
  expect(drawn(<Text as="span" size="h1" weight="strong" tone="quiet" tabular />)).toBe(
    '<span class="text-h1 weight-strong tabular tone-quiet"></span>',
  )
  expect(classesOf(drawn(<Text size="inherit" weight="medium" />))).toEqual(['weight-medium'])
})

test('a stack, a grid and a row say how their parts stand, and pass on everything else', () => {
  expect(drawn(<Stack as="form" gap={4} id="a" noValidate />)).toBe('<form id="a" noValidate="" class="stack gap-4"></form>')
  expect(classesOf(drawn(<Grid columns="fit" align="start" center gap={3} rowGap={2} />))).toEqual(
    expect.arrayContaining(['grid', 'columns-fit', 'align-start', 'center', 'gap-3', 'row-gap-2']),
  )
  expect(classesOf(drawn(<Row wrap align="center" justify="between" gap={3} rowGap={0} className="own" />))).toEqual(
    expect.arrayContaining(['row', 'wrap', 'align-center', 'justify-between', 'gap-3', 'row-gap-0', 'own']),
  )
})

test('one is drawn as another component, which keeps its own classes', () => {
  const card = classesOf(drawn(<Card />))
  expect(card.length).toBeGreaterThan(0)
  expect(classesOf(drawn(<Stack as={Card} gap={3} />))).toEqual(expect.arrayContaining([...card, 'stack', 'gap-3']))
  expect(classesOf(drawn(<Grid as={Notice} tone="brass" gap={1} />))).toEqual(['notice', 'notice-brass', 'grid', 'gap-1'])
})

test('a notice of a state is written in its colour, one to know beforehand in the ordinary one', () => {
  expect(classesOf(drawn(<Notice tone="warn" />))).toEqual(['notice', 'notice-warn', 'tone-warn'])
  expect(classesOf(drawn(<Notice tone="brass" />))).toEqual(['notice', 'notice-brass'])
})
