import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { dataAsOf } from '#api/dataAsOf.ts'
import { apiReadQuery } from '#api/query.ts'
import { persistReceiptIfDone, type StoredReceipt, readStoredReceipt } from '#api/stored/receipts.ts'
import { settlement } from '#contract/calls/settlement.ts'
import { storePriceRecordProofs } from './useRecordChecks.ts'

/** A receipt as the server tells it; without an answer the copy that this device keeps, with its age. */
export function useSettlementReceipt(type: string, id: string) {
  const { data, dataUpdatedAt, error, isFetching, refetch } = useQuery(apiReadQuery(settlement.info, { refType: type, refId: id }))
  const [stored, setStored] = useState<StoredReceipt>()
  useEffect(() => {
    if (!data) return
    void persistReceiptIfDone(data, dataAsOf(data, dataUpdatedAt))
    // What has its place in a signed list can be proved later without a connection.
    storePriceRecordProofs(data.priceRecords.filter(({ leafIndex, mean }) => leafIndex !== null && mean === undefined))
  }, [data, dataUpdatedAt])
  const isUnavailable = !data && error !== null
  useEffect(() => {
    if (isUnavailable) void readStoredReceipt(type, id).then(setStored)
  }, [isUnavailable, type, id])
  const receipt = data ?? stored?.receipt
  return {
    receipt,
    /** How old a copy is that could not be made fresh; undefined while the server answers. */
    storedAt: error && receipt ? (data ? dataAsOf(data, dataUpdatedAt) : stored?.at) : undefined,
    error,
    isFetching,
    refetch,
  }
}
