import { contactMail, contactParts } from './contact-parts.js';

describe('how somebody is reached', () => {
  it.each([
    ['+49 (30) 123-456', 'tel:+4930123456'],
    ['030/1234567', 'tel:0301234567'],
    ['anna.b+pc@mail.example.org', 'mailto:anna.b+pc@mail.example.org'],
  ])('%s becomes a link', (text, href) => {
    expect(contactParts(text)).toEqual([{ text, href }]);
  });

  it.each([
    'rings at the door',
    'javascript:alert(1)',
    'tel:112',
    '112',
    'anna@example',
    'anna@example.org?bcc=eve@example.org',
    'anna@example.org%0Abcc:eve@example.org',
    '\u202e1234567',
    '١٢٣٤٥٦٧',
    '<a href=//x>1234567</a>',
  ])('%j stays text', (text) => {
    expect(contactParts(text)).toEqual([{ text, href: null }]);
  });

  it('may be in several ways', () => {
    expect(contactParts(' evenings, 030 1234567; anna@example.org ,')).toEqual([
      { text: 'evenings', href: null },
      { text: '030 1234567', href: 'tel:0301234567' },
      { text: 'anna@example.org', href: 'mailto:anna@example.org' },
    ]);
  });

  it.each([
    ['030 1234567; mum@example.org, anna@example.org', 'mum@example.org'],
    ['write to mum@example.org', undefined],
    ['030 1234567', undefined],
    ['mum@example.org\nbcc: eve@example.org', undefined],
  ])('%j gets mail at %s', (text, mail) => {
    expect(contactMail(text)).toBe(mail);
  });
});
