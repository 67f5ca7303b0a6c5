import { Component, signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { partByPart } from './scheduler';

const mayBegin = signal(true);
const parts = signal(2);

@Component({ template: '{{ drawn() }}' })
class InParts {
  readonly drawn = partByPart(parts, mayBegin);
}

describe('what is drawn part by part', () => {
  beforeEach(() => {
    mayBegin.set(true);
    parts.set(2);
  });

  it('begins with none, and is stable only when all of it is there', async () => {
    const fixture = TestBed.createComponent(InParts);
    const { drawn } = fixture.componentInstance;
    expect(drawn()).toBe(0);
    await fixture.whenStable();
    expect(drawn()).toBe(2);
  });

  it('waits until it may begin', async () => {
    mayBegin.set(false);
    const fixture = TestBed.createComponent(InParts);
    const { drawn } = fixture.componentInstance;
    await fixture.whenStable();
    expect(drawn()).toBe(0);
    mayBegin.set(true);
    await fixture.whenStable();
    expect(drawn()).toBe(2);
  });

  it('draws what is added later, and takes nothing away', async () => {
    const fixture = TestBed.createComponent(InParts);
    const { drawn } = fixture.componentInstance;
    await fixture.whenStable();
    parts.set(3);
    await fixture.whenStable();
    expect(drawn()).toBe(3);
    parts.set(1);
    await fixture.whenStable();
    expect(drawn()).toBe(3);
  });

  it('stops with its page', async () => {
    const fixture = TestBed.createComponent(InParts);
    fixture.detectChanges();
    const { drawn } = fixture.componentInstance;
    const before = drawn();
    fixture.destroy();
    await new Promise((resolve) => setTimeout(resolve));
    expect(drawn()).toBe(before);
  });
});
