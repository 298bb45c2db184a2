-- What came from a borrower becomes real money only when another one of the staff agrees (product 3.2 I8, as adjustments and reserves); the
-- borrowers of a sandbox pay by themselves, under a name that nobody on staff can have.
alter table debt_receipt add constraint debt_receipt_two_people
  check (book = 2 or status < 1 or decided_by <> proposed_by or proposed_by = 'example borrower') not valid;
alter table debt_receipt validate constraint debt_receipt_two_people;
