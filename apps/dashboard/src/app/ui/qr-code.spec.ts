import { TestBed } from '@angular/core/testing';
import { decodeQR } from 'qr/decode.js';
import { QrCode } from './qr-code';

const SCALE = 4;

describe('a code for a camera', () => {
  it('reads as the text that it was made of', async () => {
    const text = 'https://192.0.2.10:8443/i/WXHKRT';
    const fixture = TestBed.createComponent(QrCode);
    fixture.componentRef.setInput('text', text);
    fixture.componentRef.setInput('label', 'The address');
    await fixture.whenStable();
    const element = fixture.nativeElement as HTMLElement;
    const svg = element.querySelector('svg');
    expect(svg?.getAttribute('aria-label')).toBe('The address');
    const size = Number(svg?.getAttribute('viewBox')?.split(' ')[2]) * SCALE;
    const data = new Uint8Array(size * size * 4).fill(255);
    const path = element.querySelector('path')?.getAttribute('d') ?? '';
    for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
      for (let i = 0; i < SCALE * SCALE; i += 1) {
        const row = Number(y) * SCALE + Math.floor(i / SCALE);
        const at = (row * size + Number(x) * SCALE + (i % SCALE)) * 4;
        data.fill(0, at, at + 3);
      }
    }
    expect(decodeQR({ width: size, height: size, data })).toBe(text);
  });
});
